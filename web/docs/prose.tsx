/** A sentence of a description; what stands in backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  let at = 0
  return text.split('`').map((piece, place) => {
    at += piece.length + 1
    return place % 2 === 1 ? <code key={at}>{piece}</code> : piece
  })
}
