/** Why a download gave nothing; its sentence is shown to who runs the product. */
export class DownloadError extends Error {
  /** Not before so long from now, where the source said so. */
  readonly retryAfterS: number
  constructor(message: string, options: { readonly retryAfterS?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DownloadError'
    this.retryAfterS = options.retryAfterS ?? 0
  }
}
