/** A sentence of a description, which is in English; what stands in backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  let at = 0
  const pieces = text.split('`').map((piece, place) => {
    at += piece.length + 1
    return place % 2 === 1 ? <code key={at}>{piece}</code> : piece
  })
  return <span lang="en">{pieces}</span>
}
