import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A button that asks before something that cannot be taken back. */
export function DialogDemo({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const answer = (text: string) => {
    setIsOpen(false)
    onAnswer(text)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Cancel request…</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => answer('kept')}
        title="Cancel request R-0043?"
        close="Keep"
        confirm={{ label: 'Cancel request', onConfirm: () => answer('request cancelled') }}
      >
        Cancels 3 accepted passes; 2 are not refundable.
      </Dialog>
    </>
  )
}
