/** Where somebody is. */
export type Position = {
  /** In degrees of WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMeters: number | null;
  /** Clockwise from north. */
  readonly headingDegrees: number | null;
};

type Maybe<Value> = Value | null | undefined;

/** A position as clients give it. */
export type PositionInput = {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMeters?: Maybe<number>;
  readonly headingDegrees?: Maybe<number>;
};

/** A live location to send. */
export type NewLiveLocation = Position & { readonly endsAt: Date };

/** The newest position of a message whose time is not over. */
export type LivePosition = Position & { readonly id: string; readonly updatedAt: Date };
