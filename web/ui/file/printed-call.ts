/** A call to print: an address with everything filled in, and the body. */
export type Call = {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  /** A form in place of a body: its fields, then a file that is downloaded first, sent under its own name or another. */
  readonly form?: {
    readonly fields: Readonly<Record<string, string>>
    readonly file: string
    readonly from: string
    readonly name?: string
  }
  /** A file as the body, in its media type; it is downloaded first. */
  readonly raw?: { readonly file: string; readonly from: string; readonly media: string }
  /** A form without files in place of a body: its fields, and those that a variable of the environment holds. */
  readonly encoded?: {
    readonly fields: Readonly<Record<string, string>>
    readonly variables: Readonly<Record<string, string>>
  }
  /** The version that the change is made on, as its `ETag` named it. */
  readonly version?: string
  /** The call needs no sign-in: a link, a form or a signature identifies the caller. */
  readonly isOpen?: boolean
  /** The answer is text, or nothing; absent: JSON. */
  readonly isText?: boolean
  readonly isStream: boolean
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]
