import { createRequire } from 'node:module';
import path from 'node:path';
import type { io } from '@tensorflow/tfjs-core';
import type { ClassifyTask, ImageClasses } from './media-tasks.ts';
import { loadSharp } from './sharp.ts';

/** Edge in pixels of what the model looks at. */
const EDGE = 224;

/** The classes of the model, in the order of its answers. */
const CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;

/** The part of the package that is read. */
type Definition = {
  readonly modelJson: () => Promise<{ readonly default: ModelJson }>;
  readonly weightBundles: readonly (() => Promise<{ readonly default: string }>)[];
};

type ModelJson = Pick<io.ModelJSON, 'weightsManifest'> & { readonly modelTopology: object };

type Model = (pixels: Float32Array) => Float32Array;

let loading: Promise<Model> | null = null;

/** Judges an image by a trained model, which is loaded from the disk at the first use, and never from the network. */
export async function classifyImage({ image }: ClassifyTask): Promise<ImageClasses> {
  const sharp = await loadSharp();
  const pixels = await sharp(Buffer.from(image, 'base64'))
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(EDGE, EDGE, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const judge = await (loading ??= loadModel());
  const answers = judge(Float32Array.from(pixels, (value) => value / 255));
  const classes = CLASSES.map((name, index) => [name, answers[index] ?? 0] as const);
  // The names are those of the type.
  return Object.fromEntries(classes) as ImageClasses;
}

async function loadModel(): Promise<Model> {
  const [tf, { loadLayersModel }, { setWasmPaths }, module] = await Promise.all([
    import('@tensorflow/tfjs-core'),
    import('@tensorflow/tfjs-layers'),
    import('@tensorflow/tfjs-backend-wasm'),
    // The types of the package name files that nothing resolves.
    import('nsfwjs/models/mobilenet_v2') as Promise<{ readonly MobileNetV2Model: Definition }>,
  ]);
  const definition = module.MobileNetV2Model;
  const backend = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
  setWasmPaths(`${path.dirname(backend)}/dist/`);
  if (!(await tf.setBackend('wasm')))
    throw new Error('the WebAssembly of the image classifier does not start');
  const { default: topology } = await definition.modelJson();
  const bundles = await Promise.all(definition.weightBundles.map((load) => load()));
  const weights = Buffer.concat(bundles.map((bundle) => Buffer.from(bundle.default, 'base64')));
  const model = await loadLayersModel(
    tf.io.fromMemory({
      modelTopology: topology.modelTopology,
      weightSpecs: topology.weightsManifest.flatMap(({ weights: specs }) => specs),
      weightData: new Uint8Array(weights).buffer,
    }),
  );
  return (pixels) =>
    tf.tidy(() => {
      const answer = model.predict(tf.tensor4d(pixels, [1, EDGE, EDGE, 3]));
      if (Array.isArray(answer)) throw new Error('the image classifier answers something else');
      // The last layer has floating point numbers.
      return answer.dataSync() as Float32Array;
    });
}
