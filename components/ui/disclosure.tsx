import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'

interface DisclosureProps {
  label: string
  variant?: ComponentProps<typeof Button>['variant']
  /** Whether it starts open: a form inside was refused. */
  open?: boolean
  children: ReactNode
}

/** Something kept out of sight behind a button until it is wanted. The browser's own, so it works without JavaScript. */
export function Disclosure({ label, variant = 'outline', open = false, children }: DisclosureProps) {
  return (
    // Opened before its script has come it stays open: what the browser holds is right then, not what the server said.
    <details open={open} suppressHydrationWarning className="group">
      <Button asChild variant={variant}>
        <summary>
          {label}
          <ChevronDown aria-hidden className="-mr-1 transition-transform group-open:rotate-180" />
        </summary>
      </Button>
      <div className="mt-5">{children}</div>
    </details>
  )
}
