import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useWords } from '../../ui/text/language.ts'
import { sinkWords } from './words.data.ts'

/** A button that asks before something that cannot be taken back. */
export function DialogDemo({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const say = useWords(sinkWords)
  const [isOpen, setIsOpen] = useState(false)
  const answer = (text: string) => {
    setIsOpen(false)
    onAnswer(text)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{say('cancelRequest')}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => answer(say('kept'))}
        title={say('cancelTitle')}
        close={say('keep')}
        confirm={{ label: say('cancelVerb'), onConfirm: () => answer(say('requestCancelled')) }}
      >
        {say('cancelText')}
      </Dialog>
    </>
  )
}
