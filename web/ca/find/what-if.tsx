import { useId } from 'react'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './find.module.css'
import { findWords } from './words.data.ts'

type Props = {
  /** In hundredths of the distance that was asked for. */
  readonly share: number
  readonly onShare: (share: number) => void
  readonly km: number
  readonly within: number
  readonly all: number
}

/** What would be left if one had asked nearer: the answer on the screen knows it without another search. */
export function WhatIf({ share, onShare, km, within, all }: Props) {
  const t = useWords(findWords)
  const id = useId()
  const said = t('whatIfSaid', { km: kmText(km), within, all })
  return (
    <div className={styles.whatIf}>
      <label htmlFor={id}>{t('whatIf')}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={100}
        value={share}
        aria-valuetext={said}
        onChange={(event) => onShare(Number(event.target.value))}
      />
      <output htmlFor={id}>{said}</output>
    </div>
  )
}

const kmText = (km: number) => formatNumber(km, { significant: 3 })
