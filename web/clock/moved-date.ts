/** A `Date` whose time of the moment is so far ahead; what is made of a given instant is the same. */
export function movedDate(real: DateConstructor, aheadMs: number): DateConstructor {
  const now = () => real.now() + aheadMs
  return new Proxy(real, {
    apply: () => new real(now()).toString(),
    construct: (_, given, made) => Reflect.construct(real, given.length === 0 ? [now()] : given, made),
    get: (_, key) => (key === 'now' ? now : Reflect.get(real, key)),
  })
}
