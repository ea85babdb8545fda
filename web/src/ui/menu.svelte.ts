/** The menu of the pages: in the header, or opened by a table that has the whole of a small screen. */
export const pageMenu = $state({ open: false });
