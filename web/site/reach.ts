const LIMIT_MS = 8_000

/** True if an address gives an answer: a refusal is an answer, an error of the server or no response is not. */
export async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })
    return response.status < 500
  } catch {
    // There was no response, whatever the reason, and that is the result.
    return false
  }
}

/** True if an OpenID provider answers at this issuer; false if there is none (404). */
export async function providerAnswers(issuer: string): Promise<boolean> {
  try {
    const address = `${issuer}/.well-known/openid-configuration`
    return (await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })).ok
  } catch {
    return false
  }
}
