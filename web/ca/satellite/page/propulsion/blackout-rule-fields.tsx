import { ECLIPSE_DEPTHS } from '@apsis/contract/ca/satellite/blackout.ts'
import { CheckboxGroup } from '../../../../ui/field/checkbox-group.tsx'
import { Select } from '../../../../ui/field/select.tsx'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import type { Form } from '../../satellite-form.ts'
import { propulsionWords } from './propulsion-words.data.ts'

/** The rules for computed times in which an engine does not burn. */
export type BlackoutRules = Pick<Form, 'blackoutInContacts' | 'blackoutInEclipse'>

type Props = {
  readonly rules: BlackoutRules
  /** True if mass and drag area are known, so that the ends of eclipses are as accurate as the orbit. */
  readonly isDragKnown: boolean
  readonly onChange: (rules: BlackoutRules) => void
}

const NO_BURN = 'no-burn'
const ALLOWED = 'ALLOWED'

/** Shows the fields for times without burns that are computed for each plan: contacts and eclipses. */
export function BlackoutRuleFields({ rules, isDragKnown, onChange }: Props) {
  const t = useWords(propulsionWords)
  const { blackoutInContacts, blackoutInEclipse } = rules
  return (
    <div className="stack min-w-0 gap-10">
      <CheckboxGroup
        label={t('inContacts')}
        options={[{ value: NO_BURN, label: t('noBurn') }]}
        value={blackoutInContacts === true ? [NO_BURN] : []}
        onChange={(chosen) => onChange({ ...rules, blackoutInContacts: chosen.includes(NO_BURN) || undefined })}
      />
      <Select
        label={t('inEclipse')}
        value={blackoutInEclipse ?? ALLOWED}
        options={[ALLOWED, ...ECLIPSE_DEPTHS].map((value) => ({ value, label: t(value as typeof ALLOWED) }))}
        onChange={(value) => onChange({ ...rules, blackoutInEclipse: ECLIPSE_DEPTHS.find((one) => one === value) })}
      />
      {blackoutInEclipse === undefined || isDragKnown ? null : <Banner level="caution">{t('wideEclipses')}</Banner>}
    </div>
  )
}
