/** A call to print: an address without placeholders, and the body. */
export type Call = {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  /** A form instead of a body: its fields, and a file that is downloaded first and sent under its own name or another. */
  readonly form?: {
    readonly fields: Readonly<Record<string, string>>
    readonly file: string
    readonly from: string
    readonly name?: string
  }
  /** A file as the body, with its media type; it is downloaded first. */
  readonly raw?: { readonly file: string; readonly from: string; readonly media: string }
  /** A form without files instead of a body: its fields, and fields whose values are in environment variables. */
  readonly encoded?: {
    readonly fields: Readonly<Record<string, string>>
    readonly variables: Readonly<Record<string, string>>
  }
  /** The version on which the change is based, from its `ETag`. */
  readonly version?: string
  /** True if the call needs no sign-in: a link, a form or a signature identifies the caller. */
  readonly isOpen?: boolean
  /** True if the answer is text, or empty; if absent, the answer is JSON. */
  readonly isText?: boolean
  readonly isStream: boolean
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]
