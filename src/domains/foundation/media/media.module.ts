/**
 * Uploaded images, videos, audio and other files: checked, processed in another process, attached to what shows them, and deleted with it.
 * Owns `media`, the objects in the storage, and the restriction UPLOADS.
 * Begin with media.service.ts (upload, attach, detach); recordings.ts processes videos and audio,
 * documents.ts has other files scanned.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf, MIB } from '#platform/kernel/limits.ts';
import { mediaJobs } from './media.jobs.ts';
import { mediaPersonalData } from './media.personal-data.ts';
import './media.schema.ts';

const mediaLimits = {
  imagePixels: limit(50_000_000, 'Maximum pixels of an image.'),
  imageFrames: limit(1_000, 'Maximum frames of an animated image.'),
  imageProcessingMs: limit(30_000, 'Maximum time for processing an image in milliseconds.'),
  videoDurationMs: limit(10 * 60 * 1_000, 'Maximum duration of a video in milliseconds.'),
  videoEdgePixels: limit(4_096, 'Maximum pixels of the longer edge of a video.'),
  audioDurationMs: limit(60 * 60 * 1_000, 'Maximum duration of an audio file in milliseconds.'),
  recordingProcessingMs: limit(
    2 * 60 * 1_000,
    'Maximum time for processing a video or an audio file in milliseconds.',
  ),
  fileScanMs: limit(60_000, 'Maximum time for scanning a file of the kind FILE in milliseconds.'),
  mediaProcessBytes: limit(768 * MIB, 'Maximum memory for processing a file in bytes.'),
  imageClassifierBytes: limit(1_536 * MIB, 'Maximum memory of the embedded classifier of images in bytes.'),
};

defineModule({
  name: 'media',
  ids: ['media'],
  limits: mediaLimits,
  restrictions: {
    UPLOADS: 'Uploading files.',
  },
  jobs: mediaJobs,
  personalData: mediaPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    media: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof mediaLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    UPLOADS: true;
  }
}
