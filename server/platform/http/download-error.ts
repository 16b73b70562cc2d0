/** The reason why a download failed; its sentence is shown to the operator of the product. */
export class DownloadError extends Error {
  /** The shortest time to wait before the next download, if the source named one. */
  readonly retryAfterS: number
  constructor(message: string, options: { readonly retryAfterS?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DownloadError'
    this.retryAfterS = options.retryAfterS ?? 0
  }
}
