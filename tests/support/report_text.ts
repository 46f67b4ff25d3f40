/** A report as users paste it: a comment in markup, an address with a line, code, a trace and a form. */
export const REPORT: string = `Saving a draft fails
<!-- thank you for reporting -->
I call \`save_draft\` twice and see https://example.org/team/press/blob/main/press/drafts.py#L12 fail.

\`\`\`python
draft = Draft(1)
draft.save()
\`\`\`

Traceback (most recent call last):
  File "/srv/press/drafts.py", line 40, in save
    self.store.write(self)
  File "/srv/press/store.py", line 7, in write
    raise Full()
press.errors.Full: no room

### Environment
numpy: 1.26.4
`;
