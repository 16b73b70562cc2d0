import { type Camera, within } from './camera.ts'

/** Reads `earth,300,25,26000000`; for any other text returns the home view. */
export function parseCamera<Home>(text: string | undefined, home: Home): Camera | Home {
  const [target = '', ...words] = text?.split(',') ?? []
  const [azimuthDeg = Number.NaN, elevationDeg = Number.NaN, distanceM = Number.NaN] = words.map(Number)
  if (target === '' || ![azimuthDeg, elevationDeg, distanceM].every(Number.isFinite)) return home
  return within({ target, azimuthDeg, elevationDeg, distanceM })
}

/** Returns the text that parseCamera reads. */
export function formatCamera({ target, azimuthDeg, elevationDeg, distanceM }: Camera): string {
  const parts = [azimuthDeg, elevationDeg, distanceM].map((value) => String(Number(value.toPrecision(6))))
  return [target, ...parts].join(',')
}
