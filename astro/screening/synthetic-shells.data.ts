// Where most objects of the public catalogue of 2024 are, rounded: heights and inclinations of the large constellations
// as filed with the FCC and the ITU, and the bands of debris that fragmentations left around 780, 850 and 1450 km.

/** Satellites phased in planes: circles of one height, nodes distributed over 360°. */
export const CONSTELLATIONS = [
  { name: 'LINK A', heightKm: 550, inclinationDeg: 53, share: 0.3 },
  { name: 'LINK B', heightKm: 540, inclinationDeg: 53.2, share: 0.25 },
  { name: 'LINK C', heightKm: 570, inclinationDeg: 70, share: 0.1 },
  { name: 'LINK D', heightKm: 525, inclinationDeg: 43, share: 0.2 },
  { name: 'LINK E', heightKm: 560, inclinationDeg: 97.6, share: 0.05 },
  { name: 'POLAR WEB', heightKm: 1200, inclinationDeg: 87.9, share: 0.1 },
] as const

/** Bands of debris: mean and width (one standard deviation) of the height, and the inclinations that occur. */
export const DEBRIS_BANDS = [
  { heightKm: 500, widthKm: 80, inclinationsDeg: [97.5, 51.6, 53, 82], eccentricity: 0.002, share: 0.2 },
  { heightKm: 780, widthKm: 90, inclinationsDeg: [86.4, 74, 98.6], eccentricity: 0.006, share: 0.3 },
  { heightKm: 860, widthKm: 110, inclinationsDeg: [98.8, 99, 82.5, 71], eccentricity: 0.01, share: 0.3 },
  { heightKm: 1450, widthKm: 120, inclinationsDeg: [74, 82.6, 52], eccentricity: 0.01, share: 0.15 },
  { heightKm: 1000, widthKm: 400, inclinationsDeg: [65, 90, 30, 100], eccentricity: 0.06, share: 0.05 },
] as const

/** The share of each kind in the catalogue; the rest is debris. `least` holds from 60 objects on. */
export const POPULATIONS = {
  constellation: { share: 0.28, least: 10 },
  sunSynchronous: { share: 0.06, least: 4 },
  navigation: { share: 0.012, least: 2 },
  geostationary: { share: 0.045, least: 4 },
  geostationaryPair: { share: 0.008, least: 2 },
  transfer: { share: 0.05, least: 3 },
  halfDay: { share: 0.007, least: 2 },
  docked: { share: 0.0015, least: 3 },
  formation: { share: 0.004, least: 4 },
  decaying: { share: 0.002, least: 2 },
  broken: { share: 0.0005, least: 2 },
} as const
