import type { UploadExpectation } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { inspect } from './inspect.ts'

// The file stays in this thread: the answer contains only its findings.
addEventListener('message', ({ data }: MessageEvent<{ file: Blob; expectation: UploadExpectation }>) => {
  inspect(data.file.stream(), data.expectation).then(
    (inspection) => postMessage({ inspection }),
    (failure: unknown) => postMessage({ failure: failure instanceof Error ? failure.message : String(failure) }),
  )
})
