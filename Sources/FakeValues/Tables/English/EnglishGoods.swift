extension WordFiles {
  static let englishGoods = #"""
    # Products, food and offers.

    [words products]
    Backpack, Bench, Blanket, Bottle, Bowl, Camera Bag, Candle, Chair, Clock, Desk, Jacket, Kettle, Keyboard
    Lamp, Mug, Notebook, Pan, Pen, Pillow, Planter, Poster, Rug, Scarf, Shelf, Shirt, Speaker, Stool, Table
    Tent, Toaster, Towel, Umbrella, Vase, Wallet, Watch, Apron, Cutting Board, Teapot, Laundry Basket, Doormat

    [words materials]
    Bamboo, Canvas, Ceramic, Copper, Cotton, Glass, Leather, Linen, Oak, Steel, Walnut, Wool

    [words looks]
    Compact, Classic, Foldable, Handmade, Lightweight, Minimal, Modern, Large, Small, Rustic, Slim, Striped
    Everyday, Stackable, Vintage, Waterproof, Natural, Two-Tone

    [words colors]
    Midnight Blue, Forest Green, Sand, Charcoal, Terracotta, Off-White, Mustard, Slate, Olive, Coral, Navy
    Graphite

    [words use]
    small kitchens, the home office, weekend trips, long commutes, rainy days, the balcony, children's rooms
    cold evenings, dinner with friends, the garden, the studio, everyday use

    [words occasion]
    Spring, Summer, Autumn, Winter, Back-to-School, New Year, Weekend, Anniversary, Early Bird, Holiday, Midweek
    Clearance

    [words percent]
    5, 10, 15, 20, 25, 30, 40, 50

    [words cooked]
    Roasted, Grilled, Braised, Baked, Stuffed, Glazed, Spiced, Crispy, Creamy, Smoked

    [words food]
    Cauliflower, Carrots, Chickpeas, Salmon, Eggplant, Chicken, Mushrooms, Lentils, Pumpkin, Tofu, Potatoes
    Leeks, Trout, Beans, Peppers, Beetroot

    [words side]
    Lemon Butter, Wild Rice, Herb Yogurt, Tomato Sauce, Toasted Almonds, Green Salad, Garlic Bread
    Miso Dressing, Couscous, Mustard Cream, Parsley, Fresh Noodles

    [words goodsThings]
    the handle, the color, the material, the packaging, the finish, the size, the weight, the stitching, the lid
    the price, the shape, the delivery, the instructions, the quality

    [words dishThings]
    the sauce, the seasoning, the crust, the portion, the dough, the side dish, the texture, the aroma

    [names product]
    {looks} {materials} {products}
    {materials} {products}
    {looks} {products}
    {materials} {products}, {colors}
    {products} in {colors}
    {looks} {products} in {colors}

    [names offer]
    {occasion} Sale: {percent}% off
    {percent}% off your first order
    {occasion} Special
    Free shipping this {occasion}
    {percent}% off all lamps
    Buy two, save {percent}%
    {occasion} Bundle
    Members save {percent}%

    [names dish]
    {cooked} {food} with {side}
    {food} with {side}
    {cooked} {food} and {side}
    Warm {food} Salad with {side}
    {food} Soup
    {cooked} {food}

    [names medication]
    Ibuprofen
    Amoxicillin
    Metformin
    Paracetamol
    Lisinopril
    Atorvastatin
    Omeprazole
    Cetirizine
    Amlodipine
    Levothyroxine
    Salbutamol
    Sertraline
    Losartan
    Prednisolone
    Doxycycline
    Pantoprazole
    Bisoprolol
    Azithromycin
    Simvastatin
    Furosemide
    Gabapentin
    Warfarin

    [prose goods]
    Made of {materials} and ready for {use}.
    Designed for {use}, and light enough to carry with one hand.
    This is our answer to a simple question: what do you need for {use}?
    A favorite of our customers for {use}.
    Every piece is finished by hand and slightly different.
    We developed it together with people who know {use}.
    It is built to last, and every part can be replaced.
    Plain, sturdy, and made for {use}.
    A quiet design that goes with everything you already own.
    The new version is lighter and easier to clean.
    Good things do not need many words: this one simply works.
    It has been part of our range from the start.
    Small in the cupboard, big in daily life.
    For everyone who has been looking for the right thing for {use}.
    A gift that is really used.
    We make it in small batches in a family-run workshop.
    + The surface is easy to clean with a damp cloth.
    + It comes in recyclable packaging.
    + Also available in {colors}.
    + The measurements are in the table below.
    + With a five-year warranty.
    + It pairs well with the rest of the collection.
    + Assembly takes about ten minutes.
    + Spare parts are available at any time.
    + Please keep it away from direct heat.
    + The color may differ slightly from the picture.
    + It ships within two working days.
    + Ideal for {use}.
    + Only natural dyes are used.
    + You can return it within 30 days.
    + The seams are reinforced.
    + It ages well and looks better every year.
    + We test each one before it leaves the workshop.
    + No tools are necessary.
    + It fits through every normal door.
    + The weight is well balanced.
    + Customers praise it for {use}.
    + It folds flat when you do not need it.
    + The material comes from certified sources.
    + Limited to one per customer.

    [prose food]
    A simple dish for a weekday evening.
    Ready in half an hour, and even better the next day.
    The recipe comes from a small inn by the sea.
    Crisp outside, soft inside, and full of flavor.
    A classic of our kitchen.
    Warm, spicy, and just enough for two.
    All ingredients come from the market around the corner.
    It needs little effort, but good ingredients.
    A favorite of children and grandparents.
    For cold days and hungry guests.
    Light, fresh, and quickly made.
    The secret is in the oven: low heat and much time.
    Our most popular dish in autumn.
    Everything from one pan.
    It tastes like a day on the coast.
    Made after a handwritten recipe.
    + Serve it with bread.
    + It can be prepared the day before.
    + Vegetarian on request.
    + Contains nuts and milk.
    + A squeeze of lemon makes it perfect.
    + Leftovers keep for three days.
    + The portion is generous.
    + It is seasoned with herbs from the garden.
    + Let it rest for ten minutes before serving.
    + Also available as a small portion.
    + Goes well with a dry white wine.
    + You can replace the butter with oil.
    + Do not skip the salt.
    + It is not too spicy.
    + The sauce is made fresh every morning.
    + Gluten-free without the bread.
    + Use a heavy pan.
    + Children like it without pepper.
    + The vegetables stay crisp.
    + It freezes well.
    + Only while supplies last.
    + Served every day until nine.
    + The leftovers make a good soup.
    + Garnish it with parsley.

    [prose offer]
    For a short time only, and only while supplies last.
    Our thank-you to everyone who has been with us for years.
    Save on almost everything in the shop.
    The more you order, the more you save.
    A small present for new customers.
    Prices are reduced at the checkout.
    Valid in all shops and online.
    Now is a good time to stock up.
    Everything from last season has to go.
    Two weeks of lower prices.
    For members only.
    The discount applies to the whole cart.
    Tell a friend, and both of you save.
    Our way to celebrate the anniversary.
    One code for everything.
    It starts at midnight.
    + No minimum order.
    + Cannot be combined with other offers.
    + One use per customer.
    + Gift cards are excluded.
    + Shipping is included.
    + Valid until the end of the month.
    + Returns are possible as usual.
    + Enter the code in the last step.
    + The discount is shown before you pay.
    + New items are excluded.
    + Also for orders by phone.
    + Subscribers heard of it a day earlier.
    + It applies to reduced items, too.
    + Large orders are delivered in two parts.
    + Prices include tax.
    + We reserve the right to end it early.
    + Not valid for repairs.
    + Each article can be ordered twice.
    + The rest goes to a good cause.
    + Questions? The help page has the details.
    + Cash payment is not possible.
    + It also applies on Sundays.
    + The code is in the newsletter.
    + Expired codes are not replaced.
    """#
}
