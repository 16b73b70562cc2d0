import { type Detection, detect, EXAMINED_CHARACTERS } from './detect.ts'

/** A text whose kind is known by its beginning: all of it, from there on, in pieces as they come. */
export interface OpenText {
  readonly detection: Detection
  readonly pieces: AsyncIterable<string>
}

/** Reads as much of a text as tells what it is; nothing is lost of it. */
export async function openText(text: AsyncGenerator<string>): Promise<OpenText> {
  const begin: string[] = []
  for (let length = 0; length < EXAMINED_CHARACTERS; ) {
    const { done, value } = await text.next()
    if (done === true) break
    begin.push(value)
    length += value.length
  }
  return { detection: detect(begin.join('')), pieces: chain(begin, text) }
}

async function* chain(begin: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begin
  yield* rest
}
