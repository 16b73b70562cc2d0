import { type Detection, detect, EXAMINED_CHARACTERS } from './detect.ts'

/** A text whose kind was recognised from its beginning, and all of its pieces as they arrive. */
export interface OpenText {
  readonly detection: Detection
  readonly pieces: AsyncIterable<string>
}

/** Reads as much of a text as is needed to recognise it; no part of the text is lost. */
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
