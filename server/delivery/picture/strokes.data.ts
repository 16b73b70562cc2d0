/**
 * The strokes of the characters in labels of pictures. A character is 6 units high. A stroke is a list of points
 * `x,y`; y is measured downwards from the top.
 */
export const STROKES: Readonly<Record<string, { readonly width: number; readonly strokes: readonly string[] }>> = {
  '0': { width: 4, strokes: ['0,1 1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1'] },
  '1': { width: 2, strokes: ['0,1.4 2,0 2,6'] },
  '2': { width: 4, strokes: ['0,1 1,0 3,0 4,1 4,2.2 0,6 4,6'] },
  '3': { width: 4, strokes: ['0,0 4,0 1.8,2.4 3,2.4 4,3.4 4,5 3,6 1,6 0,5'] },
  '4': { width: 4, strokes: ['3,6 3,0 0,4.2 4,4.2'] },
  '5': { width: 4, strokes: ['4,0 0.4,0 0,2.8 1,2.3 3,2.3 4,3.3 4,5 3,6 1,6 0,5'] },
  '6': { width: 4, strokes: ['3.6,0 1.6,0.6 0.2,3 0,4.4 1,6 3,6 4,5 4,3.8 3,2.7 1.2,2.7 0.1,3.8'] },
  '7': { width: 4, strokes: ['0,0 4,0 1.4,6'] },
  '8': {
    width: 4,
    strokes: ['1,2.8 0.2,2 0.2,0.8 1,0 3,0 3.8,0.8 3.8,2 3,2.8 1,2.8 0,3.8 0,5 1,6 3,6 4,5 4,3.8 3,2.8'],
  },
  '9': { width: 4, strokes: ['0.4,6 2.4,5.4 3.8,3 4,1.6 3,0 1,0 0,1 0,2.2 1,3.3 2.8,3.3 3.9,2.2'] },
  k: { width: 3.4, strokes: ['0,0 0,6', '3.2,2 0,4.6', '1.2,3.6 3.4,6'] },
  m: { width: 5, strokes: ['0,2 0,6', '0,3 0.9,2 1.6,2 2.5,3 2.5,6', '2.5,3 3.4,2 4.1,2 5,3 5,6'] },
  '.': { width: 0.6, strokes: ['0.3,5.9 0.3,6'] },
  '-': { width: 2.4, strokes: ['0,3.2 2.4,3.2'] },
  T: { width: 4.4, strokes: ['0,0 4.4,0', '2.2,0 2.2,6'] },
  C: { width: 4.2, strokes: ['4.2,1.2 3,0 1.4,0 0,1.6 0,4.4 1.4,6 3,6 4.2,4.8'] },
  A: { width: 4.4, strokes: ['0,6 2.2,0 4.4,6', '0.8,4 3.6,4'] },
  ' ': { width: 1, strokes: [] },
}
