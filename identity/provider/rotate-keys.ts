// Puts new signing and cookie keys before the present ones: `node identity/provider/rotate-keys.ts <keys file>`, then restart.
import { rotateKeys } from './keys.ts'

const path = process.argv[2]
if (path === undefined) {
  console.error('Usage: node identity/provider/rotate-keys.ts <keys file>')
  process.exit(1)
}
const { jwks } = await rotateKeys(path)
console.log(`${path} signs with ${jwks.keys[0]?.kid} from the next start; tokens of the key before stay good.`)
