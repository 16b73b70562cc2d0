import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { useWords } from '../../ui/text/language.ts'
import { sinkWords } from './words.data.ts'

/** A button that opens a dialog of the whole screen, whose actions stay in sight. */
export function SheetDemo({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const say = useWords(sinkWords)
  const [isOpen, setIsOpen] = useState(false)
  const answer = (text: string) => {
    setIsOpen(false)
    onAnswer(text)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{say('openSheet')}</Button>
      {isOpen ? (
        <Sheet
          title={say('sheetTitle')}
          onClose={() => answer(say('kept'))}
          foot={say('sheetFoot')}
          actions={<Button onClick={() => answer(say('sheetDone'))}>{say('sheetDone')}</Button>}
        >
          {say('sheetText')}
        </Sheet>
      ) : null}
    </>
  )
}
