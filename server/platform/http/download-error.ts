/** The reason why a download gave nothing; its sentence is shown to the operator of the product. */
export class DownloadError extends Error {
  /** The shortest wait from now, if the source named one. */
  readonly retryAfterS: number
  constructor(message: string, options: { readonly retryAfterS?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DownloadError'
    this.retryAfterS = options.retryAfterS ?? 0
  }
}
