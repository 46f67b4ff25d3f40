/** A node of a drawn tree. */
export interface TreeNode {
  /** Index of its row in the table. */
  readonly row: number;
  readonly title: string;
  /** The second, small line. */
  readonly note: string;
  readonly kind?: "center" | "test";
  /** Length of the bar at its lower edge: 0 to 1. */
  readonly share?: number;
  /** How sure the edge from its parent is: 0 to 1; default 1. */
  readonly sureness?: number;
  readonly isDashed?: boolean;
  readonly children: readonly TreeNode[];
}
