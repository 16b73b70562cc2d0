import { plotWords } from './words.data.ts'

/** Returns the name of our own method as it is printed beside a value: `2D`. */
export function methodName(method: string | null): string {
  if (method === null) return plotWords('noMethod')
  if (method === 'circle-2d') return plotWords('circle2d')
  if (method === 'square-2d') return plotWords('square2d')
  if (method === 'hall-3d') return plotWords('hall3d')
  return plotWords('otherMethod', { name: method })
}
