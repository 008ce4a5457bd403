import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
}

/** Shows the error screen in place of children that could not be drawn. React itself logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
