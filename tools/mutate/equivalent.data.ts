/** Changes that no test can notice, with the reason: by file, the text of the line, and what becomes of what. */
export type Equivalent = {
  readonly file: string
  readonly line: string
  readonly before: string
  readonly after: string
  readonly because: string
}

export const EQUIVALENT: readonly Equivalent[] = []
