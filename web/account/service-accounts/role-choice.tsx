import type { Resource } from '@apsis/contract/roles.ts'
import type { ServiceAccountRole } from '@apsis/contract/service-accounts/service-account.ts'
import { shellWords } from '../../shell/words.data.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { useWords } from '../../ui/text/language.ts'
import { roleLines } from '../role-words.ts'
import { accountWords } from '../words.data.ts'
import styles from './service-accounts.module.css'
import { serviceAccountWords } from './words.data.ts'

type Props = {
  readonly offered: readonly ServiceAccountRole[]
  readonly value: readonly ServiceAccountRole[]
  readonly onChange: (roles: readonly ServiceAccountRole[]) => void
  readonly isMissing: boolean
}

/** The roles of a service account, by the service that they open. */
export function RoleChoice({ offered, value, onChange, isMissing }: Props) {
  const t = useWords(serviceAccountWords)
  const shell = useWords(shellWords)
  const account = useWords(accountWords)
  const services = [...new Set(offered.map((role) => resourceOf(role)))]
  return (
    <fieldset className={styles.roles}>
      <legend>{t('roles')}</legend>
      {services.map((service, place) => {
        const own = offered.filter((role) => resourceOf(role) === service)
        const isLast = place === services.length - 1
        return (
          <CheckboxGroup
            key={service}
            label={shell(service)}
            options={own.map((role) => ({
              value: role,
              label: wordsOf(role)
                .map((word) => account(word))
                .join(', '),
            }))}
            value={value.filter((role) => own.includes(role))}
            onChange={(chosen) =>
              onChange(offered.filter((role) => (own.includes(role) ? chosen : value).includes(role)))
            }
            help={isLast ? t('rolesHelp') : undefined}
            error={isLast && isMissing ? t('roleMissing') : undefined}
          />
        )
      })}
    </fieldset>
  )
}

const lineOf = (role: ServiceAccountRole) => roleLines(new Set([role])).filter(({ words }) => words.length > 0)
const resourceOf = (role: ServiceAccountRole): Resource => lineOf(role)[0]?.resource ?? 'ca'
const wordsOf = (role: ServiceAccountRole) => lineOf(role).flatMap(({ words }) => words)
