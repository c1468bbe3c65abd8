'use client'

import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { canKeepPasskeys } from '@/components/passkeys/passkey-ceremony'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { type FormAction, initialActionState } from '@/lib/web/action-state'

interface PasskeyOfferProps {
  /** Takes the account's only offer; the notice says whether there was one to take. */
  take: FormAction
  /** Whether there may be one. */
  open: boolean
  texts: { title: string; text: string; accept: string; dismiss: string }
}

/**
 * Offers to create a passkey, where the device can keep one: once in an account's life. Whether the
 * user accepts, dismisses, or ignores it, it never comes back.
 */
export function PasskeyOffer({ take, open, texts }: PasskeyOfferProps) {
  const [shown, setShown] = useState(false)
  // Only the first rendering counts: once taken, the offer is no longer open, but stays in view.
  const [asked] = useState(open)
  useEffect(() => {
    if (!asked) return undefined
    let left = false
    const offer = async () => {
      if (!(await canKeepPasskeys()) || left) return
      const { notice } = await take(initialActionState, new FormData())
      if (notice === 'passkey_offered') setShown(true)
    }
    void offer().catch(() => undefined)
    return () => {
      left = true
    }
  }, [asked, take])
  const dismiss = () => {
    setShown(false)
    // The focused button disappears.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  if (!shown) return null
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.text} />
      <CardBody className="flex flex-wrap gap-2">
        <a className={buttonClasses()} href="/dashboard/account/security">
          <KeyRound aria-hidden />
          {texts.accept}
        </a>
        <Button variant="ghost" onClick={dismiss}>
          {texts.dismiss}
        </Button>
      </CardBody>
    </Card>
  )
}
