'use client'

/** Replaces a dashboard page that failed to render. The frame around it keeps working. */
export { FailedPage as default } from '@/components/feedback/fault-message'
