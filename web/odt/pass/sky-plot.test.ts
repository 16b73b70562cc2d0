import { expect, test } from 'vitest'
import { boxOfText } from '../../chart/label-places.ts'
import { compassAt, onSky } from './sky-plot.tsx'

test('the names of the directions are around the horizon and inside the drawing, whatever its size', () => {
  for (const size of [
    { width: 340, height: 204 },
    { width: 520, height: 396 },
    { width: 1_200, height: 1_200 },
  ])
    for (const view of ['map', 'sky'] as const) {
      const at = onSky(size, view)
      const [centre, horizon] = [at({ azimuth: 0, elevation: 90 }), at({ azimuth: 0, elevation: 0 })]
      const radius = centre.y - horizon.y
      for (const { word, x, y } of compassAt(at)) {
        const box = boxOfText('W', { x, y, align: 'middle' })
        expect([box.left >= 0, box.top >= 0, box.right <= size.width, box.bottom <= size.height], word).toEqual(
          Array(4).fill(true),
        )
        expect(Math.hypot(x - centre.x, y - 4 - centre.y), word).toBeGreaterThan(radius + 5)
      }
      const east = compassAt(at).find(({ word }) => word === 'east')
      expect((east?.x ?? 0) > centre.x).toBe(view === 'map')
    }
})
