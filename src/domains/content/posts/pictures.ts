import { z } from 'zod';
import { altTextInput } from '#domains/foundation/media/content.policy.ts';
import { storeUpload } from '#domains/foundation/media/media.service.ts';
import type { UserContext } from '#platform/context.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import type { UploadedFile } from '#platform/uploads.ts';

export type PictureInput = {
  readonly files?: readonly UploadedFile[] | null | undefined;
  /** Of the file in the same place. */
  readonly altTexts?: readonly (string | null | undefined)[] | null | undefined;
};

export type Picture = { readonly file: UploadedFile; readonly altText: string | null };

/** @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parsePictures(input: PictureInput): readonly Picture[] {
  const files = input.files ?? [];
  const schema = z.object({ altTexts: z.array(altTextInput) });
  const { altTexts } = parseInput(schema, { altTexts: input.altTexts ?? [] });
  if (altTexts.length > files.length) {
    throw invalid(['altTexts'], 'There are more texts than files.', 'maxItems', files.length);
  }
  return files.map((file, place) => ({ file, altText: altTexts[place] ?? null }));
}

/** Stores them one after the other. What stays behind when the post is refused is swept. @returns their ids */
export async function storePictures(ctx: UserContext, pictures: readonly Picture[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, picture] of pictures.entries()) {
    const { id } = await storeUpload(ctx, { ...picture, path: ['files', String(place)] });
    ids.push(id);
  }
  return ids;
}
