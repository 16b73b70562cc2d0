// Prints the hash of the password read from standard input: `node identity/accounts/hash-password.ts < password.txt`.
import { text } from 'node:stream/consumers'
import { hashPassword } from './password.ts'

const password = (await text(process.stdin)).replace(/\r?\n$/, '')
if (password.length < 12) {
  console.error('The password must have at least 12 characters.')
  process.exit(1)
}
console.log(await hashPassword(password))
