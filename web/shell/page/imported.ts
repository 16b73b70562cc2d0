/** The addresses of code that did not come. */
const missed = new Set<string>()
let attempts = 0

/**
 * What an import answers. Chromium before 154 keeps for as long as a page lives that a file did not come, and asks for it no more: who
 * needs it again there is given it by another address.
 */
export async function imported<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (failure) {
    // "Failed to fetch dynamically imported module: https://…/page-12345678.js"
    const address = String(failure)
      .split(' ')
      .find((word) => word.startsWith('http'))
    if (address === undefined) throw failure
    if (!missed.has(address)) {
      missed.add(address)
      throw failure
    }
    attempts += 1
    const other = `${address}?again=${attempts}`
    return import(/* @vite-ignore */ other)
  }
}
