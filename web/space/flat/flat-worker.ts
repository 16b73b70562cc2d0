import { type SeriesAnswer, type SeriesQuestion, seriesOf } from './series.ts'

export type NumberedQuestion = { readonly id: number; readonly question: SeriesQuestion }
export type NumberedAnswer = { readonly id: number } & (
  | { readonly answer: SeriesAnswer }
  | { readonly failure: string }
)

function answer({ id, question }: NumberedQuestion): NumberedAnswer {
  try {
    return { id, answer: seriesOf(question) }
  } catch (failure) {
    return { id, failure: failure instanceof Error ? failure.message : String(failure) }
  }
}

addEventListener('message', ({ data }: MessageEvent<NumberedQuestion>) => postMessage(answer(data)))
