import type { Tx } from '#platform/outbox/transaction.ts';
import type { NewLiveLocation } from './live-locations.types.ts';

/** Begins a live location of a message that is written in the same transaction. */
export async function insertLiveLocation(
  tx: Tx,
  location: NewLiveLocation & { messageId: string; senderId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('live_locations')
    .values({
      message_id: location.messageId,
      sender_id: location.senderId,
      latitude: location.latitude,
      longitude: location.longitude,
      accuracy_meters: location.accuracyMeters,
      heading_degrees: location.headingDegrees,
      updated_at: location.now,
      ends_at: location.endsAt,
    })
    .execute();
}
