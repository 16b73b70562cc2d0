/** A person of the organisation as their newest token says: the account, and the full name where it is known. */
export type Person = { readonly name: string; readonly fullName: string | null }

/**
 * What pages, mails and cards call a person: by the full name; with the account in brackets where somebody else is called so;
 * by the account alone where nothing more is known of it.
 */
export function personName(account: string, people: readonly Person[]): string {
  const fullName = fullNameOf(account, people)
  if (fullName === undefined) return account
  const isShared = people.some((one) => one.name !== account && [one.name, one.fullName].includes(fullName))
  return isShared ? `${fullName} (${account})` : fullName
}

/** What records call a person, which are read when another has the name: always with the account. */
export function signedName(account: string, people: readonly Person[]): string {
  const fullName = fullNameOf(account, people)
  return fullName === undefined ? account : `${fullName} (${account})`
}

/** The account that is meant by what somebody has typed: an account, or a name as `personName` or `signedName` writes it. */
export function accountOf(typed: string, people: readonly Person[]): string {
  const isMeant = ({ name }: Person) =>
    name === typed || personName(name, people) === typed || signedName(name, people) === typed
  return people.find(isMeant)?.name ?? typed
}

function fullNameOf(account: string, people: readonly Person[]): string | undefined {
  const fullName = people.find(({ name }) => name === account)?.fullName ?? account
  return fullName === account ? undefined : fullName
}
