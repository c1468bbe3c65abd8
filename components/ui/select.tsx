import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { controlClasses } from '@/components/ui/input'

/** The browser's own choice of one, with the same arrow everywhere. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select className={clsx(controlClasses, 'appearance-none pr-9', className)} {...rest} />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-3 size-4 text-muted" />
    </div>
  )
}
