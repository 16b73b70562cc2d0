import { expect, test } from 'vitest'
import { areaOf, coastRings } from './coast.ts'
import type { GroundPlace } from './scale.ts'

/** Latitude and longitude of ports from gazetteers, degrees; some lie on rivers and bays that a line of 1:110m leaves out. */
const PORTS: Readonly<Record<string, readonly [number, number]>> = {
  Algiers: [36.75, 3.06],
  Abidjan: [5.32, -4.03],
  Accra: [5.56, -0.2],
  Lagos: [6.45, 3.4],
  Douala: [4.05, 9.7],
  Benguela: [-12.58, 13.41],
  'Walvis Bay': [-22.96, 14.51],
  'Cape Town': [-33.93, 18.42],
  Durban: [-29.86, 31.03],
  Zanzibar: [-6.16, 39.2],
  Djibouti: [11.59, 43.15],
  'Port Sudan': [19.62, 37.22],
  Toamasina: [-18.15, 49.4],
  Jeddah: [21.54, 39.17],
  Muscat: [23.61, 58.59],
  Karachi: [24.86, 67.01],
  Mumbai: [18.97, 72.83],
  Colombo: [6.93, 79.85],
  Kolkata: [22.57, 88.36],
  Yangon: [16.8, 96.16],
  Singapore: [1.29, 103.85],
  Bangkok: [13.75, 100.5],
  Haiphong: [20.86, 106.68],
  'Hong Kong': [22.32, 114.17],
  Shanghai: [31.23, 121.47],
  Busan: [35.18, 129.08],
  Vladivostok: [43.12, 131.89],
  Magadan: [59.56, 150.8],
  'Petropavlovsk-Kamchatsky': [53.02, 158.65],
  Anadyr: [64.73, 177.51],
  Tiksi: [71.64, 128.87],
  Murmansk: [68.97, 33.09],
  Narvik: [68.44, 17.43],
  Bergen: [60.39, 5.32],
  Stockholm: [59.33, 18.07],
  Helsinki: [60.17, 24.94],
  Riga: [56.95, 24.11],
  Hamburg: [53.55, 9.99],
  Lisbon: [38.72, -9.14],
  Naples: [40.85, 14.27],
  Athens: [37.98, 23.73],
  Odesa: [46.48, 30.73],
  Baku: [40.41, 49.87],
  Dublin: [53.35, -6.26],
  Glasgow: [55.86, -4.25],
  Reykjavik: [64.15, -21.94],
  Nuuk: [64.18, -51.72],
  Sendai: [38.27, 140.87],
  Nagasaki: [32.75, 129.88],
  Taipei: [25.03, 121.57],
  Manila: [14.6, 120.98],
  Davao: [7.07, 125.61],
  Jakarta: [-6.21, 106.85],
  Padang: [-0.95, 100.35],
  Balikpapan: [-1.27, 116.83],
  Makassar: [-5.15, 119.43],
  Dili: [-8.56, 125.57],
  'Port Moresby': [-9.44, 147.18],
  Darwin: [-12.46, 130.84],
  Broome: [-17.96, 122.24],
  Perth: [-31.95, 115.86],
  Adelaide: [-34.93, 138.6],
  Sydney: [-33.87, 151.21],
  Cairns: [-16.92, 145.77],
  Hobart: [-42.88, 147.33],
  Auckland: [-36.85, 174.76],
  Dunedin: [-45.87, 170.5],
  Noumea: [-22.28, 166.46],
  Hilo: [19.73, -155.09],
  Anchorage: [61.22, -149.9],
  Juneau: [58.3, -134.42],
  Vancouver: [49.28, -123.12],
  'San Francisco': [37.77, -122.42],
  'La Paz': [24.14, -110.31],
  Acapulco: [16.86, -99.88],
  'Panama City': [8.98, -79.52],
  Veracruz: [19.17, -96.13],
  Tampa: [27.95, -82.46],
  'New York': [40.71, -74.01],
  Halifax: [44.65, -63.58],
  "St. John's": [47.56, -52.71],
  Churchill: [58.77, -94.16],
  Iqaluit: [63.75, -68.52],
  Tuktoyaktuk: [69.45, -133.03],
  Havana: [23.11, -82.37],
  'Santo Domingo': [18.49, -69.93],
  Caracas: [10.49, -66.88],
  Cayenne: [4.92, -52.31],
  Recife: [-8.05, -34.88],
  'Rio de Janeiro': [-22.91, -43.17],
  Montevideo: [-34.9, -56.16],
  'Comodoro Rivadavia': [-45.86, -67.48],
  'Punta Arenas': [-53.16, -70.91],
  Valparaiso: [-33.05, -71.61],
  Callao: [-12.06, -77.15],
  Guayaquil: [-2.19, -79.89],
  'McMurdo Station': [-77.85, 166.67],
  'Davis Station': [-68.58, 77.97],
}
const INLAND: readonly (readonly [number, number])[] = [
  [0.32, 32.58], // Kampala
  [17.93, 19.1], // Faya-Largeau
  [-1.95, 30.06], // Kigali
  [12.65, -8], // Bamako
  [-25.75, 28.19], // Pretoria
  [24.69, 46.72], // Riyadh
  [55.75, 37.62], // Moscow
  [34.34, 108.94], // Xi'an
  [47.92, 106.91], // Ulaanbaatar
  [62.03, 129.73], // Yakutsk
  [28.61, 77.21], // Delhi
  [48.21, 16.37], // Vienna
  [40.42, -3.7], // Madrid
  [-23.7, 133.88], // Alice Springs
  [39.74, -104.99], // Denver
  [49.9, -97.14], // Winnipeg
  [19.43, -99.13], // Mexico City
  [4.71, -74.07], // Bogota
  [-15.79, -47.88], // Brasilia
  [-25.26, -57.58], // Asuncion
  [72.58, -38.46], // Summit Camp
  [-78.46, 106.84], // Vostok Station
]
const AT_SEA: readonly (readonly [number, number])[] = [
  [30, -40],
  [-20, -15],
  [0, -25],
  [50, -30],
  [73, 0],
  [85, 0],
  [35, 18.5],
  [19, -75],
  [25, -90],
  [59, -85],
  [72, -64],
  [0, -140],
  [40, -160],
  [-40, -110],
  [57, -175],
  [15, 65],
  [13, 88],
  [-25, 80],
  [15, 114],
  [40, 135],
  [54, 148],
  [10, 150],
  [-40, 160],
  [-15, 160],
  [-38, 128],
  [-60, 20],
  [-60, -150],
  [75, 40],
]

/** Latitude and longitude of capes from gazetteers, degrees. */
const CAPES: Readonly<Record<string, readonly [number, number]>> = {
  'Cape of Good Hope': [-34.36, 18.47],
  'Cape Agulhas': [-34.83, 20],
  'Cape Horn': [-55.98, -67.27],
  'Cape Finisterre': [42.88, -9.27],
  'Cape St. Vincent': [37.03, -8.99],
  'North Cape': [71.17, 25.78],
  'Cape Comorin': [8.08, 77.54],
  'Cape York': [-10.69, 142.53],
  'Cape Dezhnev': [66.08, -169.65],
  'Cape Farewell': [59.77, -43.92],
  'Cape Guardafui': [11.83, 51.29],
  'Cape Byron': [-28.63, 153.64],
  'Cape Leeuwin': [-34.38, 115.14],
  'Cape Race': [46.66, -53.07],
  'Cape Mendocino': [40.44, -124.41],
  'Cape Chelyuskin': [77.72, 104.25],
  'Ponta do Seixas': [-7.15, -34.8],
}

/** A port on a river is up to a hundred kilometres from the open coast that a line of 1:110m draws. */
const PORT_DEG = 0.9
/** A line of 1:110m is smoothed over some tens of kilometres, and leaves out the smallest islands, as that of Cape Horn. */
const CAPE_DEG = 0.6

const isInside = (places: readonly GroundPlace[], [latitude, longitude]: readonly [number, number]) =>
  places.reduce((inside, a, at) => {
    const b = places[(at + 1) % places.length] ?? a
    if (a.latitude > latitude === b.latitude > latitude) return inside
    const east = a.longitude + ((latitude - a.latitude) / (b.latitude - a.latitude)) * (b.longitude - a.longitude)
    return longitude < east ? !inside : inside
  }, false)
/** A ring inside another one is an inland sea, so a place is land if an odd number of rings is around it. */
const isLand = ([latitude, longitude]: readonly [number, number]) =>
  [-360, 0, 360].some(
    (turn) => coastRings().filter((ring) => isInside(areaOf(ring), [latitude, longitude + turn])).length % 2 === 1,
  )

/** Returns the distance of a place from the nearest shore line, in degrees of a great circle, computed in a plane around the place. */
function fromShore([latitude, longitude]: readonly [number, number]): number {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const lines = coastRings().flatMap(({ places }) => places.slice(1).map((b, at) => [places[at]!, b] as const))
  const away = lines.flatMap(([a, b]) =>
    [-360, 0, 360].map((turn) => {
      const at = ({ latitude: north, longitude: east }: GroundPlace) =>
        [(east + turn - longitude) * shrink, north - latitude] as const
      const [[ax, ay], [bx, by]] = [at(a), at(b)]
      const [dx, dy] = [bx - ax, by - ay]
      const share = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)))
      return Math.hypot(ax + share * dx, ay + share * dy)
    }),
  )
  return Math.min(...away)
}

test.each(Object.entries(PORTS))('%s is at a shore', (_, place) => {
  expect(fromShore(place)).toBeLessThan(PORT_DEG)
})

test.each(Object.entries(CAPES))('%s is on the line of the coast', (_, place) => {
  expect(fromShore(place)).toBeLessThan(CAPE_DEG)
})

test.each(INLAND)('%s, %s is land', (...place) => {
  expect(isLand(place)).toBe(true)
})

test.each(AT_SEA)('%s, %s is sea', (...place) => {
  expect(isLand(place)).toBe(false)
})

test('the Black Sea and the Caspian Sea are sea', () => {
  expect([isLand([43, 34]), isLand([42, 50.8])]).toEqual([false, false])
})

test('every place is on the Earth, every line is closed, and only the Antarctic lies around a pole', () => {
  expect(coastRings().length).toBeGreaterThan(100)
  for (const { places, pole } of coastRings()) {
    expect(places.length).toBeGreaterThan(3)
    for (const { latitude } of places) expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
    const [first, last] = [places[0]!, places.at(-1)!]
    expect(last.latitude).toBe(first.latitude)
    expect(Math.abs(last.longitude - first.longitude)).toBeCloseTo(pole === undefined ? 0 : 360, 9)
  }
  expect(coastRings().flatMap(({ pole }) => pole ?? [])).toEqual([-90])
})
