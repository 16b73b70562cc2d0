/**
 * The place of a fragment in GLSL ES 3.00, m in TEME, some seconds after the breakup: `placeOnMeanOrbit` of astro with 32-bit floats. `shape`, `angle`
 * and `rate` are the attributes of FragmentCloud; the seconds go from 0 to CLOUD_S. GLSL allows an error of 1/2048 in a sine, which is kilometres, so
 * that there is a sine here, and no arc tangent. The test compares both.
 */
export const FRAGMENT_GLSL = `
const float FRAGMENT_EARTH_M = 6378137.0;
const float FRAGMENT_HALF_J2 = 0.00054131334;

/* Cosine and sine: the angle less quarters of a turn in two parts, and the series of Taylor. */
vec2 fragmentTurn(float rad) {
  float quarters = round(rad * 0.63661977);
  float x = (rad - quarters * 1.57079637) + quarters * 4.3711388e-8;
  float x2 = x * x;
  float s = x * (1.0 + x2 * (-0.16666667 + x2 * (0.0083333333 + x2 * (-0.00019841270 + x2 * 2.7557319e-6))));
  float c = 1.0 + x2 * (-0.5 + x2 * (0.041666667 + x2 * (-0.0013888889 + x2 * 2.4801587e-5)));
  int quarter = int(quarters) & 3;
  if (quarter == 1) return vec2(-s, c);
  if (quarter == 2) return vec2(-c, -s);
  if (quarter == 3) return vec2(s, -c);
  return vec2(c, s);
}

/* The product of two turns, as of complex numbers; a small turn is its angle. */
vec2 fragmentSum(vec2 a, vec2 b) {
  return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
vec2 fragmentNudge(vec2 a, float rad) {
  return fragmentSum(a, vec2(1.0 - 0.5 * rad * rad, rad));
}

vec3 fragmentPlace(vec4 shape, vec3 angle, vec3 rate, float seconds) {
  float a = shape.x;
  float e = shape.y;
  float mean = angle.z + rate.z * seconds;
  float turns = round(mean * 0.15915494);
  mean = (mean - turns * 6.2831855) + turns * 1.7484556e-7;
  float anomaly = mean + sign(mean) * 0.85 * e;
  for (int step = 0; step < 8; step += 1) {
    vec2 turn = fragmentTurn(anomaly);
    anomaly -= (anomaly - e * turn.y - mean) / (1.0 - e * turn.x);
  }
  vec2 eccentric = fragmentTurn(anomaly);
  float root = sqrt(1.0 - e * e);
  float p = a * root * root;
  float flatness = FRAGMENT_HALF_J2 * (FRAGMENT_EARTH_M / p) * (FRAGMENT_EARTH_M / p);
  float share = 1.0 - e * eccentric.x;
  vec2 u = fragmentSum(fragmentTurn(angle.y + rate.y * seconds), vec2(eccentric.x - e, root * eccentric.y) / share);
  vec2 inc = fragmentTurn(shape.z);
  float sin2 = 2.0 * u.x * u.y;
  float cos2 = 1.0 - 2.0 * u.y * u.y;
  float radius = a * share * (1.0 - 1.5 * flatness * root * (3.0 * inc.x * inc.x - 1.0))
    + 0.5 * flatness * p * inc.y * inc.y * cos2;
  vec2 node = fragmentNudge(fragmentTurn(angle.x + rate.x * seconds), 1.5 * flatness * inc.x * sin2);
  u = fragmentNudge(u, -0.25 * flatness * (7.0 * inc.x * inc.x - 1.0) * sin2);
  inc = fragmentNudge(inc, 1.5 * flatness * inc.x * inc.y * cos2);
  float across = u.y * inc.x;
  return radius * vec3(node.x * u.x - node.y * across, node.y * u.x + node.x * across, u.y * inc.y);
}
`
