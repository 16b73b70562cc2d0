type Policy = { readonly createScriptURL: (url: string) => string }
type Factory = { readonly createPolicy: (name: string, rules: Policy) => Policy }

let policy: Policy | undefined

/**
 * Starts a thread from a script of this application. The content security policy allows this only with a trusted address, from a policy
 * that can be created only once: it accepts addresses of our own origin, and nothing else.
 */
export function startThread(url: string): Worker {
  return new Worker(trusted(url), { type: 'module' })
}

function trusted(url: string): string {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes')
  policy ??= factory?.createPolicy('apsis#worker', {
    createScriptURL: (given) => {
      if (new URL(given, location.href).origin !== location.origin)
        throw new TypeError(`${given} is no thread of this application.`)
      return given
    },
  })
  return policy ? policy.createScriptURL(url) : url
}
