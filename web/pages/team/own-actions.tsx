import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import type { ShownListing } from '#web/team/shown-listing.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { OpenDialog } from './use-listing-dialog.tsx'

interface OwnActionsProps {
  readonly listing: ShownListing
  readonly onOpen: OpenDialog
}

/** What only the maker of a listing may do with it. */
export function OwnActions({ listing, onOpen }: OwnActionsProps) {
  return (
    <>
      {listing.state !== 'removed' && (
        <Link
          href={paths.teamEdit(listing.id)}
          aria-label={m.team_list_edit()}
          title={m.team_list_edit()}
          className={buttonClass({ tone: 'secondary', size: 'square' })}
        >
          <Icon name="edit" className="size-5" />
        </Link>
      )}
      <Button
        tone="secondary"
        size="square"
        aria-label={m.team_list_delete()}
        title={m.team_list_delete()}
        onClick={() => onOpen('delete', listing)}
        icon={<Icon name="trash" className="size-5" />}
      />
    </>
  )
}
