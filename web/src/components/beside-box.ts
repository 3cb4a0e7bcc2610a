interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Px between the two, and between either and the edge of the window. */
const GAP = 4;

/** Where something of a size goes that is about a box: centred below it, above where there is no room, never outside. */
export function besideBox(
  box: Box,
  { width, height }: Size,
  view: Size,
): { readonly left: number; readonly top: number } {
  const below = box.top + box.height + GAP;
  const fitsBelow = below + height + GAP <= view.height;
  const centred = box.left + box.width / 2 - width / 2;
  return {
    left: Math.max(GAP, Math.min(centred, view.width - width - GAP)),
    top: fitsBelow ? below : Math.max(GAP, box.top - GAP - height),
  };
}
