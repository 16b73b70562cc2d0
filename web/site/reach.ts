const LIMIT_MS = 8_000

/** True if an address answers at all: a refusal is an answer, a fault of the server or silence is none. */
export async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })
    return response.status < 500
  } catch {
    // Nobody answered, for any reason: that is the result.
    return false
  }
}

/** True if an OpenID provider answers at this issuer; false if it is not there (404). */
export async function providerAnswers(issuer: string): Promise<boolean> {
  try {
    const address = `${issuer}/.well-known/openid-configuration`
    return (await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })).ok
  } catch {
    return false
  }
}
