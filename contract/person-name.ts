/** A person in the organisation according to their newest token: the account, and the full name if it is known. */
export type Person = { readonly name: string; readonly fullName: string | null }

/**
 * Returns the name of a person on pages, in mails and on cards: the full name; with the account in brackets if another person has the same
 * name; the account alone if no name is known.
 */
export function personName(account: string, people: readonly Person[]): string {
  const fullName = fullNameOf(account, people)
  if (fullName === undefined) return account
  const isShared = people.some((one) => one.name !== account && [one.name, one.fullName].includes(fullName))
  return isShared ? `${fullName} (${account})` : fullName
}

/** Returns the name of a person for records, which may be read when another person has the same name: it always contains the account. */
export function signedName(account: string, people: readonly Person[]): string {
  const fullName = fullNameOf(account, people)
  return fullName === undefined ? account : `${fullName} (${account})`
}

/** Returns the account for a typed text: an account, or a name as `personName` or `signedName` writes it. */
export function accountOf(typed: string, people: readonly Person[]): string {
  const isMeant = ({ name }: Person) =>
    name === typed || personName(name, people) === typed || signedName(name, people) === typed
  return people.find(isMeant)?.name ?? typed
}

function fullNameOf(account: string, people: readonly Person[]): string | undefined {
  const fullName = people.find(({ name }) => name === account)?.fullName ?? account
  return fullName === account ? undefined : fullName
}
