import { X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { DrawerPanel } from '@/components/ui/drawer-panel'

const TITLE = 'drawer-title'

interface DrawerProps {
  title: ReactNode
  /** The URL of the list without the drawer. */
  closeHref: string
  closeLabel: string
  children: ReactNode
}

/**
 * The details of one list item, beside the list. Links open and close it, so it works without
 * JavaScript. The page makes the list inert, and the panel's script the rest.
 */
export function Drawer({ title, closeHref, closeLabel, children }: DrawerProps) {
  return (
    <>
      <Link
        href={closeHref}
        scroll={false}
        prefetch={false}
        tabIndex={-1}
        aria-hidden
        data-shade
        className="fixed inset-0 z-20 bg-shade"
      />
      <DrawerPanel closeHref={closeHref} labelledBy={TITLE}>
        <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-4">
          <h2 id={TITLE} className="min-w-0 text-base font-semibold tracking-tight break-words">
            {title}
          </h2>
          <Link
            className={buttonClasses({ variant: 'ghost', size: 'icon', className: '-mt-1 -mr-2' })}
            href={closeHref}
            scroll={false}
            prefetch={false}
            aria-label={closeLabel}
          >
            <X aria-hidden />
          </Link>
        </header>
        {children}
      </DrawerPanel>
    </>
  )
}

/** The drawer's message if the object does not exist. */
export function DrawerNote({ children }: { children: ReactNode }) {
  return <p className="px-5 py-5 text-muted">{children}</p>
}
