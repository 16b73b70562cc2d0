/** Made-up orbits: a low and steep one, an elliptic one, and a geostationary one. */
export const DEMO_ORBITS = `SAT-1 kepler 7078000 0.0012 98.2 40 90 20
SAT-2 state 6200000 2600000 1900000 -3300 3900 5600
SAT-5 kepler 26560000 0.01 55 120 0 200
SAT-6 kepler 42164000 0.0003 0.1 0 0 300`
