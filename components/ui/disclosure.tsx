import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClasses, type ButtonVariant } from '@/components/ui/button'

interface DisclosureProps {
  label: string
  variant?: ButtonVariant
  /** Whether it starts open: a form inside was refused. */
  open?: boolean
  children: ReactNode
}

/** Something kept out of sight behind a button until it is wanted. The browser's own, so it works without JavaScript. */
export function Disclosure({ label, variant = 'outline', open = false, children }: DisclosureProps) {
  return (
    // Opened before its script has come it stays open: what the browser holds is right then, not what the server said.
    <details open={open} suppressHydrationWarning className="group">
      <summary className={buttonClasses({ variant })}>
        {label}
        <ChevronDown aria-hidden className="-mr-1 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-5">{children}</div>
    </details>
  )
}
