import { takeBounce as contract } from '@apsis/contract/notifications/bounce.ts'
import { takeBounce } from '../delivery/bounce.service.ts'
import { ApiError } from '../platform/api-error.ts'
import { bindUpload, type Door } from '../platform/http/bind.ts'
import { withFiles } from '../platform/http/upload.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { tellOfChannel } from './notification.service.ts'

export function bounceRoutes(door: Door, { db, box, log, now, metrics }: Platform): void {
  const platform = { db, box, log, now, tell: tellOfChannel }
  bindUpload(door, contract, ({ upload, signal }) =>
    withFiles(upload, { maxFiles: 1 }, async ({ files: [file] }) => {
      if (file === undefined) throw new ApiError('unprocessable', 'A mail is needed.')
      metrics.bounces.inc({ outcome: await takeBounce(platform, file.path, signal) })
      return undefined
    }),
  )
}
