import { FRAGMENT_GLSL } from '../fragments/fragment-shader.ts'

/**
 * The programs of the graphics card. Directions and places are in TEME of date, in metres from the eye; nothing has a depth buffer, because
 * what the Earth hides is computed from the line of sight, which is exact at every distance.
 */

/** The point where the line of sight to a place meets the Earth (as in `isBehindEarth`). */
const SIGHT = `
uniform vec3 eyeInRadii;
uniform float eyeAboveGround;
const vec3 PER_RADIUS = vec3(1.0 / 6378137.0, 1.0 / 6378137.0, 1.0 / 6356752.3142);
const float GROUND_SHARE = 0.995;
const int HIDDEN = 0, IN_FRONT = 1, BESIDE = 2;
int sightOf(vec3 fromEye) {
  vec3 way = fromEye * PER_RADIUS;
  float a = dot(way, way), b = dot(eyeInRadii, way);
  float root = b * b - a * eyeAboveGround;
  if (b >= 0.0 || root <= 0.0) return BESIDE;
  return (-b - sqrt(root)) / a < GROUND_SHARE ? HIDDEN : IN_FRONT;
}`

/** The picture through the camera: the rows of `toCamera` are right, up and back; `lens` is twice the focal length by width and height. */
const LENS = `
uniform mat3 toCamera;
uniform vec2 lens;
vec4 seen(vec3 fromEye) {
  vec3 p = toCamera * fromEye;
  return vec4(p.xy * lens, 0.0, -p.z);
}`

const HEAD = `#version 300 es
precision highp float;
precision highp int;
`

/** Draws the ground: land and sea, and the night in three steps of twilight. */
export const GROUND_PROGRAM = {
  vertex: `${HEAD}
layout(location = 0) in vec2 place;
uniform mat3 turn;
uniform vec3 eye;
out vec3 normal;
out vec2 onMap;
${LENS}
void main() {
  vec2 sines = sin(place), cosines = cos(place);
  normal = vec3(cosines.y * cosines.x, cosines.y * sines.x, sines.y);
  const float E2 = 0.00669437999014;
  float across = 6378137.0 / sqrt(1.0 - E2 * sines.y * sines.y);
  vec3 onEarth = normal * vec3(across, across, across * (1.0 - E2));
  onMap = vec2(place.x / 6.28318530718 + 0.5, 0.5 - place.y / 3.14159265359);
  gl_Position = seen(turn * onEarth - eye);
}`,
  fragment: `${HEAD}
in vec3 normal;
in vec2 onMap;
uniform vec3 sun, sea, land, night;
uniform float nightShare;
uniform sampler2D landMap;
out vec4 colour;
void main() {
  vec3 tone = mix(sea, land, smoothstep(0.35, 0.65, texture(landMap, onMap).r));
  float height = dot(normalize(normal), sun);
  // The sines of 0, 6 and 18 degrees below the horizon.
  vec3 steps = step(vec3(height), vec3(0.0, -0.104528463, -0.309016994));
  float day = pow(1.0 - nightShare, steps.x + steps.y + steps.z);
  colour = vec4(mix(night, tone, day), 1.0);
}`,
} as const

/** Draws objects as points, from two sets of states; the arithmetic is that of `writePlaces` (astro/space/between.ts). */
export const POINT_PROGRAM = {
  vertex: `${HEAD}
layout(location = 0) in ivec3 earlierPlace;
layout(location = 1) in vec3 earlierVelocity;
layout(location = 2) in vec3 earlierAcceleration;
layout(location = 3) in ivec3 laterPlace;
layout(location = 4) in vec3 laterVelocity;
layout(location = 5) in vec3 laterAcceleration;
layout(location = 6) in uint form;
uniform float way;
uniform vec4 rates;
uniform ivec3 target;
uniform vec3 toEye;
uniform float perPixel, inFront;
uniform vec3 inks[4];
flat out vec4 ink;
flat out uint shape;
out float sidePx;
${SIGHT}
${LENS}
const int NO_STATE = -2147483647 - 1;
ivec3 placeNow() {
  vec3 moved = vec3(laterPlace - earlierPlace) * way;
  moved += earlierVelocity * rates.x;
  moved += laterVelocity * rates.y;
  moved += earlierAcceleration * rates.z;
  moved += laterAcceleration * rates.w;
  return earlierPlace + ivec3(round(moved));
}
const float ALPHAS[8] = float[8](0.0, 0.66, 0.66, 0.72, 0.34, 1.0, 1.0, 1.0);
const float SIDES[8] = float[8](0.0, 1.5, 3.0, 1.0, 3.0, 7.0, 7.0, 18.0);
void main() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = 1.0;
  ink = vec4(0.0);
  shape = form;
  sidePx = 0.0;
  if (form == 0u || earlierPlace.x == NO_STATE || laterPlace.x == NO_STATE) return;
  vec3 fromEye = vec3(placeNow() - target) * 0.25 - toEye;
  int sight = sightOf(fromEye);
  if (sight == HIDDEN) return;
  uint kind = form & 7u;
  float alpha = ALPHAS[kind];
  if (kind < 5u && sight == IN_FRONT) alpha *= inFront;
  ink = vec4(inks[kind < 5u ? 0 : int(kind) - 4] * alpha, alpha);
  sidePx = ((form & 8u) == 0u ? SIDES[kind] : 3.6) + 1.0;
  gl_PointSize = sidePx * perPixel;
  gl_Position = seen(fromEye);
}`,
  fragment: `${HEAD}
flat in vec4 ink;
flat in uint shape;
in float sidePx;
uniform float perPixel;
out vec4 colour;
float box(vec2 away, vec2 size) {
  vec2 share = clamp((size / 2.0 - away) * perPixel + 0.5, 0.0, 1.0);
  return share.x * share.y;
}
float ring(float away, float radius, float width) {
  return clamp((width / 2.0 - abs(away - radius)) * perPixel + 0.5, 0.0, 1.0);
}
void main() {
  vec2 at = (gl_PointCoord - 0.5) * sidePx, away = abs(at);
  uint kind = shape & 7u;
  float share = 0.0;
  if ((shape & 8u) != 0u) share = ring(length(at), 1.5, 0.6);
  else if (kind == 1u) share = box(away, vec2(1.5));
  else if (kind == 2u) share = box(away, vec2(1.0, 3.0));
  else if (kind == 3u) share = box(away, vec2(1.0));
  else if (kind == 4u) share = max(box(away, vec2(3.0, 1.0)), box(away, vec2(1.0, 3.0)));
  else if (kind == 5u) share = box(away, vec2(7.0));
  else if (kind == 6u) share = clamp((3.5 - length(at)) * perPixel + 0.5, 0.0, 1.0);
  else share = ring(length(at), 8.0, 1.5);
  colour = ink * share;
}`,
} as const

/** Draws modelled fragments as dots in the colour of other objects: they are no objects of the catalogue. */
export const FRAGMENT_PROGRAM = {
  vertex: `${HEAD}
layout(location = 0) in vec4 shapeOfOrbit;
layout(location = 1) in vec3 angle;
layout(location = 2) in vec3 rate;
uniform float seconds, perPixel, inFront;
uniform vec3 eye, inks[4];
flat out vec4 ink;
flat out uint shape;
out float sidePx;
${SIGHT}
${LENS}
${FRAGMENT_GLSL}
void main() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = 1.0;
  ink = vec4(0.0);
  shape = 3u;
  sidePx = 2.0;
  vec3 fromEye = fragmentPlace(shapeOfOrbit, angle, rate, seconds) - eye;
  int sight = sightOf(fromEye);
  if (sight == HIDDEN) return;
  float alpha = 0.72 * (sight == IN_FRONT ? inFront : 1.0);
  ink = vec4(inks[2] * alpha, alpha);
  gl_PointSize = sidePx * perPixel;
  gl_Position = seen(fromEye);
}`,
  fragment: POINT_PROGRAM.fragment,
} as const

/** Draws lines as strips of a width in pixels; each part between two places has four corners. */
export const LINE_PROGRAM = {
  vertex: `${HEAD}
layout(location = 0) in vec4 start;
layout(location = 1) in vec4 end;
uniform mat3 turn, toCamera;
uniform vec3 anchor;
uniform vec2 lens, sizePx;
uniform float halfPx;
out vec3 fromEye;
out float acrossPx;
out float parameter;
${SIGHT}
void main() {
  vec3 a = turn * start.xyz + anchor, b = turn * end.xyz + anchor;
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  if (sightOf(a) == HIDDEN && sightOf(b) == HIDDEN) return;
  vec3 p = toCamera * a, q = toCamera * b;
  float nearest = 1e-4 * max(length(a), length(b));
  if (-p.z < nearest && -q.z < nearest) return;
  // The part behind the camera is cut off.
  float cutP = -p.z < nearest ? (nearest + p.z) / (p.z - q.z) : 0.0;
  float cutQ = -q.z < nearest ? (nearest + q.z) / (q.z - p.z) : 0.0;
  vec3 from = mix(p, q, cutP), to = mix(q, p, cutQ);
  vec2 fromPx = from.xy * lens * sizePx / -from.z / 2.0, toPx = to.xy * lens * sizePx / -to.z / 2.0;
  vec2 along = toPx - fromPx;
  float lengthPx = length(along);
  if (lengthPx == 0.0) return;
  along /= lengthPx;
  bool isEnd = (gl_VertexID & 1) == 1;
  float side = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;
  acrossPx = side * (halfPx + 0.5);
  vec2 atPx = (isEnd ? toPx : fromPx) + vec2(-along.y, along.x) * acrossPx;
  fromEye = isEnd ? mix(b, a, cutQ) : mix(a, b, cutP);
  parameter = isEnd ? mix(end.w, start.w, cutQ) : mix(start.w, end.w, cutP);
  gl_Position = vec4(atPx * 2.0 / sizePx, 0.0, 1.0);
}`,
  fragment: `${HEAD}
in vec3 fromEye;
in float acrossPx;
in float parameter;
uniform vec4 ink;
uniform float halfPx, dash, now, before;
out vec4 colour;
${SIGHT}
void main() {
  if (sightOf(fromEye) == HIDDEN) discard;
  if (dash > 0.0 && fract(parameter / dash + 0.3) > 0.6) discard;
  float share = clamp(halfPx + 0.5 - abs(acrossPx), 0.0, 1.0);
  colour = ink * share * (parameter < now ? before : 1.0);
}`,
} as const

/** Draws a ball that is stretched along three axes: a body, or an ellipsoid of uncertainty. */
export const BODY_PROGRAM = {
  vertex: `${HEAD}
layout(location = 0) in vec2 place;
uniform mat3 axes;
uniform vec3 middle;
out vec3 onBall;
${LENS}
void main() {
  onBall = vec3(cos(place.y) * cos(place.x), cos(place.y) * sin(place.x), sin(place.y));
  gl_Position = seen(axes * onBall + middle);
}`,
  fragment: `${HEAD}
in vec3 onBall;
uniform mat3 normals;
uniform vec3 towards;
uniform vec4 ink;
out vec4 colour;
void main() {
  float light = 0.55 + 0.45 * max(0.0, dot(normalize(normals * onBall), towards));
  colour = vec4(ink.rgb * light, ink.a);
}`,
} as const
