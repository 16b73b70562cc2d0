/** Returns the bytes of a file that was built with the pages, for example of a kernel in WebAssembly; its address has a hash of its content. */
export async function readBuiltFile(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`A file of the application could not be loaded (${answer.status}).`)
  return answer.arrayBuffer()
}
